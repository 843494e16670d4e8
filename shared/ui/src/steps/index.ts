import '../arco/adapter.ts'
import '../arco/steps.css'

// Work in several steps, and long work that goes on by itself: it comes with the first screen that has such work.

export { Steps, type StepsProps, type WorkStep } from './Steps.tsx'
export { WorkProgress, type WorkProgressProps, type WorkState } from './WorkProgress.tsx'
