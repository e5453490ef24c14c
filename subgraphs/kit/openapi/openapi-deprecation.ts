import { untilOf } from '../graphql/deprecation.rules.ts'

/** What a document says of something deprecated: that it is, and until when it stays; nothing of anything else. */
export const deprecationOf = ({
  deprecationReason,
}: {
  readonly deprecationReason?: string | null | undefined
}): { readonly deprecated?: true; readonly 'x-deprecated-until'?: string } => {
  if (typeof deprecationReason !== 'string') return {}
  const until = untilOf(deprecationReason)
  return { deprecated: true, ...(until === null ? {} : { 'x-deprecated-until': until }) }
}
