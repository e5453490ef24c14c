import type { QueryClient } from '@tanstack/react-query'
import { currentSession } from '../../api/session.ts'
import { followStream } from '../../api/stream.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { SEVERITIES } from '../../ui/badge.tsx'
import { incidentTitle } from '../../ui/incident-title.ts'
import { choiceOf, permission } from './choice.ts'
import { createTeller, type Streamed, streamedOf } from './notify.rules.ts'

type Navigate = (to: { readonly href: string }) => unknown

/** A notification of the browser. Tabs that tell of the same incident show one: it has the same tag. */
const show = (incident: Streamed, navigate: Navigate): void => {
  const { id, severity, agentAtmId } = incident
  try {
    const notification = new Notification(`${SEVERITIES[severity].label}: ${incidentTitle(incident)}`, {
      body: t('{agentAtmId}, incident {id}', { agentAtmId, id }),
      tag: `fleetops-incident-${id}`,
    })
    notification.onclick = () => {
      window.focus()
      notification.close()
      navigate({ href: PATHS.incident.replace('$incidentId', String(id)) })
    }
  } catch {
    // Some browsers show notifications of service workers only.
  }
}

/** Follows the live stream, and tells who asked for it of new incidents. Returns a function that ends both. */
export const follow = (queries: QueryClient, institution: string | undefined, navigate: Navigate): (() => void) => {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  const hear = createTeller(
    (incident) => show(incident, navigate),
    (act, afterMs) => timers.add(setTimeout(act, afterMs)),
  )
  const end = followStream(queries, institution, (topic, data) => {
    if (topic !== 'incidents') return
    const least = choiceOf(currentSession()?.userId ?? '')
    const incident = least === null || permission() !== 'granted' ? null : streamedOf(data)
    if (least !== null && incident !== null) hear(incident, least, Date.now())
  })
  return () => {
    end()
    for (const timer of timers) clearTimeout(timer)
  }
}
