import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { fetchPlain } from '../../api/save-file.ts'
import { useInstitution } from '../../scope.ts'
import { type FileText, openFileText, type TextPart, type TextState } from './file-text.ts'

/** The text of a journal file as it comes, part by part. */
export const useFileText = (fileId: number, parts: readonly TextPart[]): readonly [FileText, TextState] => {
  const institution = useInstitution()
  // What lies where in a text never changes; a text of another file has another layout.
  const layout = JSON.stringify(parts)
  const text = useMemo(() => {
    const known: readonly TextPart[] = JSON.parse(layout)
    return openFileText(known, async (range) => {
      const answer = await fetchPlain(`/journal/api/journal/files/${fileId}/content`, {
        institution,
        accept: 'text/plain',
        ...(range === null ? {} : { headers: { range: `bytes=${range.from}-${range.to - 1}` } }),
      })
      return new Uint8Array(await answer.arrayBuffer())
    })
  }, [fileId, institution, layout])
  useEffect(() => text.need(1, 1), [text])
  return [text, useSyncExternalStore(text.subscribe, text.state)]
}
