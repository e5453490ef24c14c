/** Requests may be committed some time after their moment, and the clocks of replicas differ: so much is read again. */
const OVERLAP_MS = 10_000

/** Where the next look for new requests begins: a page that is full ends at its last one. */
export const nextSince = (since: Date, now: Date, lastOfFullPage: Date | null): Date => {
  if (lastOfFullPage !== null) return new Date(Math.max(since.getTime() + 1, lastOfFullPage.getTime()))
  return new Date(Math.max(since.getTime(), now.getTime() - OVERLAP_MS))
}
