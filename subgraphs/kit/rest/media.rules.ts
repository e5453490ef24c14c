/**
 * How much a caller wants a media type: the quality of the most exact range of its `Accept` header that covers it, 0
 * to 1.
 */
const qualityOf = (accept: string, mediaType: string): number => {
  const ranges = accept.split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = given === undefined ? 1 : Number(given.slice(2))
    return { range, quality: quality >= 0 && quality <= 1 ? quality : 0 }
  })
  const [kind] = mediaType.split('/')
  const covering = [mediaType, `${kind}/*`, '*/*'].map((wanted) => ranges.find(({ range }) => range === wanted))
  return covering.find((range) => range !== undefined)?.quality ?? 0
}

/**
 * True if a caller with this `Accept` header would rather have the media type than JSON; without a header it takes
 * JSON.
 */
export const prefersOverJson = (accept: string | undefined, mediaType: string): boolean =>
  accept !== undefined && qualityOf(accept, mediaType) > qualityOf(accept, 'application/json')
