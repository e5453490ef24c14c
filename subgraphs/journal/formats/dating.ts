import { createFirstDay } from './first-day.ts'
import { type Moment, toMoment } from './sessions/dates.ts'
import type { Family, FamilyReader, ReadContext } from './sessions/family.ts'

/** How much is held back until a line names a day, whichever comes first: far more than machines print without one. */
const MAX_LINES = 20_000
const MAX_CHARACTERS = 1_048_576

type Line = { readonly text: string; readonly number: number }

const ignore = (): void => {}

/**
 * A family's reader that holds back the lines before the first that names a day, and reads them again once their day
 * follows from it: a journal that is cut at midnight begins with what is left of the evening before. Where no line
 * names a day they are of the day that the journal was sent for.
 */
export const createDatingReader = (
  family: Family,
  context: Omit<ReadContext, 'firstDay' | 'midnight'>,
): FamilyReader => {
  const firstDay = createFirstDay(toMoment(context.journalDate))
  let reader: FamilyReader | null = null
  let held: Line[] = []
  let characters = 0
  const readHeld = (by: FamilyReader): FamilyReader => {
    for (const { text, number } of held) by.line(text, number)
    return by
  }
  const createProbe = (): FamilyReader =>
    family.createReader({
      ...context,
      firstDay: firstDay.guess(),
      emit: ignore,
      contain: ignore,
      see: ignore,
      dated: firstDay.dated,
      midnight: firstDay.midnight,
    })
  let probe = createProbe()
  const release = (day: Moment): FamilyReader => {
    const found = readHeld(family.createReader({ ...context, firstDay: day, midnight: ignore }))
    held = []
    return found
  }
  return {
    line(text, number) {
      if (reader !== null) {
        reader.line(text, number)
        return
      }
      held.push({ text, number })
      characters += text.length
      const guess = firstDay.guess()
      probe.line(text, number)
      if (firstDay.guess() !== guess) probe = readHeld(createProbe())
      const found = firstDay.found()
      if (found !== null) reader = release(found)
      else if (held.length >= MAX_LINES || characters >= MAX_CHARACTERS) reader = release(firstDay.end())
    },
    end() {
      // What is still being read, such as a receipt that is torn off, may name the day.
      if (reader === null) probe.end()
      reader ??= release(firstDay.end())
      reader.end()
    },
  }
}
