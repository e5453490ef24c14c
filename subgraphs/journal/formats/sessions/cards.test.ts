import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canShareCard, cardsDiffer, printedCard } from './cards.ts'

/** Cards as journals print them: digits, stars, digits; of two digits, so that many are alike. */
const card = fc
  .tuple(fc.stringMatching(/^[12]{1,9}$/), fc.integer({ min: 0, max: 13 }), fc.stringMatching(/^[12]{0,9}$/))
  .map(([front, stars, back]) => printedCard(front + '*'.repeat(stars) + back))
  .filter((printed) => printed !== null)

it('some cards can share one with others where two of them do not differ, whatever digits they show', () => {
  const cards = fc.array(card, { maxLength: 6 })
  fc.assert(
    fc.property(cards, cards, (some, others) => {
      const isShared = some.some((one) => others.some((other) => !cardsDiffer(one, other)))
      expect(canShareCard(some, others)).toBe(isShared)
    }),
    { numRuns: 2_000 },
  )
})
