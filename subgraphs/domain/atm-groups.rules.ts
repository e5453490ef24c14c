import {
  ATM_ATTRIBUTES,
  ATM_GROUPINGS,
  type AtmGroupFilter,
  GROUP_ARGUMENTS,
} from '../../schema/atm-attributes.rules.ts'
import { badInputs } from '../kit/common/errors.ts'
import { longTextFaults } from '../kit/common/text-faults.ts'

/** The characters of the longest value of an attribute, by the argument that filters by it. */
const MAX_CHARS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.values(ATM_GROUPINGS).flatMap((name) => {
    const rule = ATM_ATTRIBUTES[name]
    return 'maxChars' in rule ? [[GROUP_ARGUMENTS[name], rule.maxChars]] : []
  }),
)

/**
 * Checks the group of ATMs that a list is limited to: no value is longer than one can be.
 * @throws DomainError BAD_USER_INPUT naming each.
 */
export const checkGroupFilter = (filter: AtmGroupFilter): void => {
  const faults = longTextFaults(filter, MAX_CHARS)
  if (faults.length > 0) throw badInputs(faults)
}
