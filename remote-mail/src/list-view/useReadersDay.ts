import { nextDay, type ReadersDay, readersDay } from '@yanshu/lists'
import { useGeneral } from '@yanshu/shell-api'
import { useEffect, useState } from 'react'

/** The day it is for the reader; renders again when the next one begins. */
export function useReadersDay(): ReadersDay {
  const { timeZone } = useGeneral()
  const [, setPassed] = useState(0)
  const today = readersDay(timeZone)
  const ends = nextDay(today)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(ends), ends - Date.now())
    return () => clearTimeout(timer)
  }, [ends])
  return today
}
