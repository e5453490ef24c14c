import { useQuery } from '@tanstack/react-query'
import { rich } from '../language/rich.ts'
import { t } from '../language/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import styles from './sheet.module.css'

const SERVICES = [
  ['/analytics', t('Fleet health, journal coverage, insights')],
  ['/journal', t('Journal files, transactions, gaps')],
  ['/incident', t('Journal events, ATMs, incidents')],
  ['/devices', t('The service state behind every status badge')],
  ['/fleet', t('Commands to ATMs, and who may push which')],
  ['/claims', t('Vendors')],
  ['/agent-proxy', t('The API for the agents in the ATMs')],
] as const

const ADDRESSES = [
  ['/graphql', t('The graph'), t('One federated graph over every service, with an editor to try it')],
  ['/openapi.json', 'REST', t('Every path of every service as OpenAPI 3.1')],
  ['/actuator/health', t('Health'), t('Whether the platform can serve right now')],
] as const

const readVersion = async (): Promise<string> => {
  const { version }: { version?: unknown } = await (await fetch('/api/public/info')).json()
  return String(version ?? '')
}

/** What the platform is, and its addresses for developers. */
export const AboutSheet = ({ close }: { readonly close: () => void }) => {
  const { data: version } = useQuery({
    queryKey: ['version'],
    queryFn: readVersion,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Dialog title={`FleetOps ${version ?? ''}`} close={close}>
      <p className={styles.lead}>
        {t(
          'The back-end services of a fleet of ATMs: journal events, electronic journals, incidents and fleet health.',
        )}
      </p>
      <ul className={styles.addresses}>
        {ADDRESSES.map(([href, name, what]) => (
          <li key={href}>
            <a href={href}>
              <b>{name}</b> <code>{href}</code>
              <small>{what}</small>
            </a>
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t('Services')}</h3>
      <dl className={styles.facts}>
        {SERVICES.flatMap(([prefix, what]) => [
          <dt key={`${prefix} name`}>
            <code>{prefix}</code>
          </dt>,
          <dd key={prefix}>{what}</dd>,
        ])}
      </dl>
      <h3 className={styles.heading}>{t('A first call')}</h3>
      <pre className={styles.code}>
        {`curl -H "Authorization: Bearer $TOKEN" \\\n  ${location.origin}/analytics/api/analytics/fleet-health`}
      </pre>
      <p className={styles.lead}>
        {rich('{command} makes a token.', {
          command: <code>npm run token -- --role MSP_ADMIN --institution ACME</code>,
        })}
      </p>
    </Dialog>
  )
}
