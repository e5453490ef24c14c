import type { BytesAnswer } from '../../kit/rest/answer.ts'
import type { QueryResolvers } from '../schema.gen.ts'
import { readEvidence } from './evidence.ts'
import { evidencePage, PAGE_HEADERS } from './evidence-page.ts'

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const pageAnswer = (text: string): BytesAnswer => ({
  contentType: 'text/html; charset=utf-8',
  headers: PAGE_HEADERS,
  chunks: once(text),
})

/** Evidence of transactions. */
export const evidenceQueries: Pick<QueryResolvers, 'journalEvidence' | 'journalEvidencePage'> = {
  journalEvidence: (_source, args, context) => readEvidence(args, context),
  journalEvidencePage: async (_source, args, context) => {
    const evidence = await readEvidence(args, context)
    return evidence === null ? null : pageAnswer(evidencePage(evidence))
  },
}
