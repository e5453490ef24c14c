import { isDigitCode, isLetterCode } from './character-codes.rules.ts'

const EQUALS = 0x3d
const CARET = 0x5e
/** `=` and digits, and nothing else. */
const isTrackCode = (code: number): boolean => isDigitCode(code) || code === EQUALS
const isHexCode = (code: number): boolean =>
  isDigitCode(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

/** Whether there are `count` digits from a place on. */
export const hasDigits = (text: string, from: number, count: number): boolean => {
  let at = from
  while (at - from < count && isDigitCode(text.charCodeAt(at))) at += 1
  return at - from === count
}

/**
 * Finds where the characters of a kind end that begin at a place; asked in the order of the text, it reads each once.
 */
const createEnds = (text: string, isOfKind: (code: number) => boolean) => {
  let from = 0
  let end = 0
  return (at: number): number => {
    if (at >= from && at < end) return end
    from = at
    end = at
    while (isOfKind(text.charCodeAt(end))) end += 1
    return end
  }
}

/** Track 1 after a number: name, expiry, service code and what only the card's stripe may know. */
const TRACK_1 = /\^[^^?\r\n]{2,26}\^[^?\r\n]{4,80}/y

/** Finds where the track data that begins at a place ends; the place itself where there is none. */
export type TrackEnds = (at: number) => number

/** For a text that is asked about from its beginning to its end. */
export const createTrackEnds = (text: string): TrackEnds => {
  const endOfTrack = createEnds(text, isTrackCode)
  const endOfHex = createEnds(text, isHexCode)
  return (at) => {
    const code = text.charCodeAt(at)
    if (code === EQUALS) return isDigitCode(text.charCodeAt(at + 1)) ? endOfTrack(at) : at
    if (isLetterCode(code, 0x64)) return hasDigits(text, at + 1, 4) ? endOfHex(at) : at
    if (code !== CARET) return at
    TRACK_1.lastIndex = at
    return TRACK_1.test(text) ? TRACK_1.lastIndex : at
  }
}
