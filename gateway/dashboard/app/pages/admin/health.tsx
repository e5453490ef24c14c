import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { timeSeconds } from '../../ui/format.ts'
import styles from './parts/admin.module.css'
import { Mark } from './parts/mark.tsx'

const SERVICES = [
  { path: '', name: 'Gateway', does: 'serves this page, the graph and every path' },
  { path: '/incident', name: 'Incident', does: 'events, incidents, states of ATMs' },
  { path: '/journal', name: 'Journal', does: 'journal files, gaps, transactions' },
  { path: '/analytics', name: 'Analytics', does: 'fleet health, coverage, insights' },
  { path: '/devices', name: 'Devices', does: 'the list of ATMs with their badges' },
  { path: '/fleet', name: 'Fleet', does: 'tasks and who may push them' },
  { path: '/claims', name: 'Claims', does: 'vendors' },
  { path: '/agent-proxy', name: 'Agent proxy', does: 'what the ATMs’ agents talk to' },
] as const

type Answer = { readonly state: 'UP' | 'DOWN' | 'SILENT'; readonly tookMs: number }

const TIMEOUT_MS = 5_000

/** Up or down, as a service says; its details are not shown here. */
const ask = async (path: string): Promise<Answer> => {
  const begin = performance.now()
  const tookMs = () => performance.now() - begin
  try {
    const response = await fetch(`${path}/actuator/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const body: unknown = await response.json()
    const status: unknown = Object(body).status
    return { state: status === 'UP' ? 'UP' : status === 'DOWN' ? 'DOWN' : 'SILENT', tookMs: tookMs() }
  } catch {
    return { state: 'SILENT', tookMs: tookMs() }
  }
}

const State = ({ answer }: { readonly answer: Answer | undefined }) => {
  if (answer === undefined) return <Mark tone="none">Asking</Mark>
  if (answer.state === 'UP') return <Mark tone="ok">Up</Mark>
  return answer.state === 'DOWN' ? <Mark tone="bad">Down</Mark> : <Mark tone="bad">No answer</Mark>
}

/** Whether each service answers and says that it is well. */
export const Health = () => {
  const query = useQuery({
    queryKey: ['health'],
    queryFn: () => Promise.all(SERVICES.map(({ path }) => ask(path))),
    refetchInterval: 15_000,
    meta: { topics: [] },
  })
  return (
    <>
      <div className={styles.note}>
        <span aria-live="polite">
          {query.data === undefined
            ? 'Each service is asked whether it is well.'
            : `${query.data.filter(({ state }) => state === 'UP').length} of ${SERVICES.length} services are up, ` +
              `at ${timeSeconds(query.dataUpdatedAt)}.`}{' '}
          The details of a service are shown to its operators only.
        </span>
        <button type="button" className="button" onClick={() => void query.refetch({ cancelRefetch: false })}>
          <IconRefresh size={16} stroke={2} aria-hidden />
          Ask again
        </button>
      </div>
      <ul className={styles.services} aria-busy={query.isPending}>
        {SERVICES.map(({ path, name, does }, index) => {
          const answer = query.data?.[index]
          return (
            <li key={name} data-bad={(answer !== undefined && answer.state !== 'UP') || undefined}>
              <span>
                <b>{name}</b>
                <small>{does}</small>
              </span>
              <span className={styles.when}>
                <State answer={answer} />
                <small>
                  {answer === undefined ? '\u00a0' : `${Math.round(answer.tookMs)} ms`} · {path}/actuator/health
                </small>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
