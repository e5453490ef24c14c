import {
  ATM_ATTRIBUTES,
  ATM_GROUPINGS,
  type AtmGroupFilter,
  GROUP_ARGUMENTS,
} from '../../schema/atm-attributes.rules.ts'
import { badInputs } from '../kit/common/errors.ts'
import { isLongerThan } from '../kit/common/text-faults.ts'

/**
 * Checks the group of ATMs that a list is limited to: no value is longer than one can be.
 * @throws DomainError BAD_USER_INPUT naming each.
 */
export const checkGroupFilter = (filter: AtmGroupFilter): void => {
  const faults = Object.values(ATM_GROUPINGS).flatMap((name) => {
    const rule = ATM_ATTRIBUTES[name]
    const field = GROUP_ARGUMENTS[name]
    const isLong = 'maxChars' in rule && isLongerThan(filter[field] ?? '', rule.maxChars)
    return isLong ? [{ field, message: `must have ${rule.maxChars} characters or fewer` }] : []
  })
  if (faults.length > 0) throw badInputs(faults)
}
