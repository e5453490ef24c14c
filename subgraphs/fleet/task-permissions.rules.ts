import type { Principal } from '../kit/auth/principal.ts'
import { seesInstitution } from '../kit/auth/visibility.rules.ts'
import { badInputs, DomainError } from '../kit/common/errors.ts'
import type { TaskKind } from './schema.gen.ts'

/** Every kind of task, sorted. */
export const TASK_KINDS = [
  'CONFIG_UPDATE',
  'INSTALL_MODULE',
  'PACKET_CAPTURE',
  'REBOOT',
  'RESTART_AGENT',
  'UPDATE_AGENT',
] as const satisfies readonly TaskKind[]

/** What customers can ever be granted; fixed in the service (requirements, task permissions, rule 2). */
export const GRANTABLE_KINDS = ['REBOOT', 'RESTART_AGENT'] as const
export type GrantableKind = (typeof GRANTABLE_KINDS)[number]

/** Whether customers can ever be granted a kind. */
export const isGrantable = (kind: TaskKind): kind is GrantableKind =>
  GRANTABLE_KINDS.some((grantable) => grantable === kind)

/**
 * The set to be granted, sorted, without repeats.
 * @throws DomainError BAD_USER_INPUT listing every kind that can never be granted.
 */
export const grantableSet = (kinds: readonly TaskKind[]): GrantableKind[] => {
  const refused = kinds.flatMap((kind, index) =>
    isGrantable(kind)
      ? []
      : [
          {
            field: `kinds[${index}]`,
            message: `${kind} can never be granted; the grantable kinds are ${GRANTABLE_KINDS.join(', ')}`,
          },
        ],
  )
  if (refused.length > 0) throw badInputs(refused)
  return [...new Set(kinds.filter(isGrantable))].sort()
}

/** Whether a caller is not subject to grants: its role decides, also while it looks at one institution only. */
export const mayPushAny = ({ role }: Principal): boolean =>
  role === 'ADMIN' || role === 'BCOS_ADMIN' || role === 'MSP_ADMIN'

/** @throws DomainError FORBIDDEN when the caller may not see or set the grants of an institution. */
export const checkOwnInstitution = (principal: Principal, key: string): void => {
  if (seesInstitution(principal, key)) return
  throw new DomainError('FORBIDDEN', 'You may see and set the task permissions of your own institutions only.')
}

/** The entity tag of a set that was written so often. */
export const tagOf = (version: number): string => `"${version}"`
