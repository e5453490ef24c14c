import { useRole } from '../../api/session.ts'
import type { AtmQuery, StatusBadge } from '../../gql/graphql.gen.ts'
import { Edit } from './edit.tsx'
import { LifeDialog } from './life.tsx'
import { AllCommands, Push } from './parts/push.tsx'
import type { AtmSearch } from './search.ts'
import type { Atm } from './steps.ts'

export type Change = (part: Partial<AtmSearch>) => void

/** What lies over the page of an ATM. */
export const OpenDialog = ({
  atm,
  badge,
  kinds,
  search,
  change,
}: { atm: Atm; badge: StatusBadge; search: AtmSearch; change: Change } & { kinds: AtmQuery['myTaskKinds'] }) => {
  const mayPush = useRole('CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const mayEdit = useRole('MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN')
  const { open } = search
  const close = () => change({ open: undefined })
  const target = { agentAtmId: atm.agentAtmId, siteName: atm.siteName, badge }
  if (open === undefined) return null
  if (open === 'edit') return mayEdit ? <Edit atm={atm} close={close} /> : null
  if (open === 'retire' || open === 'reactivate' || open === 'merge')
    return mayEdit ? <LifeDialog open={open} atm={atm} close={close} /> : null
  if (!mayPush) return null
  if (open === 'actions')
    return <AllCommands target={target} kinds={kinds} choose={(kind) => change({ open: kind })} close={close} />
  return <Push key={open} kind={open} target={target} close={close} />
}
