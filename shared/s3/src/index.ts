export { BucketAddressError, type BucketSettings, bucketAt } from './address.ts'
export {
  type Bucket,
  BucketError,
  BucketFullError,
  BucketSilentError,
  openBucket,
  type PutOptions,
  type StoredObject,
} from './bucket.ts'
