import { badInputs, type FieldFault } from '../kit/common/errors.ts'
import { isBlank } from '../kit/common/texts.rules.ts'

const MAX_TITLE = 200
const MAX_BODY = 10_000

/** What a caller gives to be published; its categories are already checked. */
type GivenInsight = { readonly title: string; readonly body: string; readonly expiresAt?: Date | null | undefined }

/** Characters as a reader counts them: one outside the basic plane is one. */
const lengthOf = (text: string): number => [...text].length

const textFaults = (field: string, text: string, max: number): FieldFault[] => {
  if (isBlank(text)) return [{ field, message: 'must not be blank' }]
  return lengthOf(text) > max ? [{ field, message: `must have at most ${max} characters` }] : []
}

/** Checks an insight that is to be published `now`. @throws DomainError BAD_USER_INPUT naming each faulty field. */
export const checkInsight = ({ title, body, expiresAt }: GivenInsight, now: Date): void => {
  const faults = [...textFaults('title', title, MAX_TITLE), ...textFaults('body', body, MAX_BODY)]
  if (expiresAt !== undefined && expiresAt !== null && expiresAt <= now)
    faults.push({ field: 'expiresAt', message: 'must be in the future' })
  if (faults.length > 0) throw badInputs(faults)
}
