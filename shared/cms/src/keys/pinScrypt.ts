// What makes a PIN into a key: a chunk of its own, for mail that is signed alone is read without one.

export { scryptAsync } from '@noble/hashes/scrypt.js'
