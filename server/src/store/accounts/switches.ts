export * from '../switches/switches.ts'
