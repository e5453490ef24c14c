import { useEffect, useState } from 'react'
import type { FileText } from './file-text.ts'
import { shownText } from './shown-text.ts'

/** More hits than anybody goes through are not counted. */
const MAX_HITS = 2_000

export type Found = {
  /** The lines with the text, in their order. */
  readonly lines: readonly number[]
  /** The share of the file that was searched, from 0 to 1. */
  readonly searched: number
  readonly isCut: boolean
}

const NONE: Found = { lines: [], searched: 1, isCut: false }

/** Looks for a text in all lines of a file, reading what has not been read yet. */
export const useFind = (text: FileText, find: string | undefined): Found => {
  const [found, setFound] = useState<Found>(NONE)
  useEffect(() => {
    setFound(find === undefined ? NONE : { ...NONE, searched: 0 })
    if (find === undefined) return
    const stop = new AbortController()
    const wanted = find.toLowerCase()
    const hits: number[] = []
    let next = 1
    const look = (isEnd: boolean) => {
      for (let line = text.line(next); line !== undefined && hits.length < MAX_HITS; line = text.line(next)) {
        if (shownText(line).toLowerCase().includes(wanted)) hits.push(next)
        next += 1
      }
      if (stop.signal.aborted) return
      const { loaded, parts } = text.state()
      setFound({ lines: [...hits], searched: isEnd ? 1 : loaded / parts, isCut: hits.length >= MAX_HITS })
    }
    void text.all(stop.signal, () => look(false)).then(() => look(text.state().error === null))
    return () => stop.abort()
  }, [text, find])
  return found
}
