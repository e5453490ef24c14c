import { useEffect, useRef } from 'react'
import { Push } from '../pages/atm/parts/push.tsx'
import { useIncidentActions } from '../pages/incidents/incident-actions.tsx'
import type { Act } from './entries.tsx'

type Of<T extends Act['type']> = Extract<Act, { type: T }>

/** Does something to an incident as its page does, with the same questions. */
const IncidentAct = ({
  act: { verb, incident },
  close,
}: {
  readonly act: Of<'incident'>
  readonly close: () => void
}) => {
  const actions = useIncidentActions(close)
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    actions[verb](incident)
  })
  return actions.dialogs
}

type Props = { readonly act: Of<'incident'> | Of<'task'>; readonly close: () => void }

/** Does what was chosen in the palette; asks where the page of the record asks. */
export const PaletteAct = ({ act, close }: Props) =>
  act.type === 'incident' ? (
    <IncidentAct act={act} close={close} />
  ) : (
    <Push kind={act.kind} target={act.atm} close={close} />
  )
