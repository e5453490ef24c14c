import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useDocument } from '../../../api/client.ts'
import { WebhooksDocument } from '../../../gql/graphql.gen.ts'
import { t, tn } from '../../../language/texts.ts'
import { Age } from '../../../ui/age.tsx'
import { FilterBar, Spring, Total } from '../../../ui/list/filter-bar.tsx'
import { type Column, EmptyList, Pager, Table } from '../../../ui/list/table.tsx'
import { sayFailed } from '../../../ui/toast/toast.tsx'
import { Empty, Loaded } from '../../../ui/widget.tsx'
import { useIsHere } from '../../../use-is-here.ts'
import styles from '../parts/admin.module.css'
import { ListSkeleton } from '../parts/list-skeleton.tsx'
import { Mark } from '../parts/mark.tsx'
import { SIZE, useAdmin } from '../parts/use-admin.ts'
import { CreateWebhook } from './create-webhook.tsx'
import { Secret } from './secret.tsx'
import { WebhookDrawer } from './webhook-drawer.tsx'
import { nameOf, notifiedOf, type Webhook } from './webhook-words.ts'

/** How a webhook does, by sign and word. */
export const WebhookState = ({ webhook }: { readonly webhook: Webhook }) => {
  if (webhook.status === 'DISABLED') return <Mark tone="none">{t('Disabled')}</Mark>
  if (webhook.consecutiveFailures > 0)
    return <Mark tone="bad">{t('Failing: {reason}', { reason: webhook.lastError ?? '' })}</Mark>
  return webhook.lastSuccessAt === null ? (
    <Mark tone="wait">{t('Nothing sent yet')}</Mark>
  ) : (
    <Mark tone="ok">{t('Working')}</Mark>
  )
}

const columnsOf = (open: (id: number) => void): readonly Column<Webhook>[] => [
  {
    id: 'where',
    header: t('Webhook'),
    cell: (webhook) => (
      <button type="button" className={styles.open} onClick={() => open(webhook.id)}>
        <b>{nameOf(webhook)}</b>
        <small>{URL.parse(webhook.url)?.origin ?? webhook.url}</small>
      </button>
    ),
  },
  { id: 'institution', header: t('Institution'), wide: true, cell: ({ institutionKey }) => institutionKey },
  { id: 'events', header: t('Notified of'), wide: true, cell: (webhook) => notifiedOf(webhook) },
  { id: 'state', header: t('State'), cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    id: 'success',
    header: t('Last taken'),
    right: true,
    wide: true,
    cell: ({ lastSuccessAt }) =>
      lastSuccessAt === null ? <span className={styles.none}>{'\u2014'}</span> : <Age at={lastSuccessAt} />,
  },
]

/** The webhooks that are notified of incidents. */
export const Webhooks = () => {
  const { search, filter, open } = useAdmin()
  const [secret, setSecret] = useState<string | null>(null)
  const isHere = useIsHere()
  const showSecret = (added: string) => {
    if (isHere.current) setSecret(added)
    else sayFailed(new Error(t('The webhook is added. Its secret was not shown: give it a new one.')))
  }
  const page = search.page ?? 1
  const query = useDocument(WebhooksDocument, { page: page - 1, size: SIZE }, { everyMs: 5_000 })
  const list = query.data?.data.webhooks
  const shown = list?.content.find(({ id }) => String(id) === search.row)
  return (
    <>
      <FilterBar>
        <Total of={list?.totalElements} text={(n) => tn(n, '{n} webhook', '{n} webhooks')} />
        <Spring />
        <button type="button" className="button" data-kind="main" onClick={() => open({ add: '' })}>
          <IconPlus size={16} stroke={2} aria-hidden />
          {t('Add a webhook')}
        </button>
      </FilterBar>
      <Loaded
        query={query}
        what={t('Webhooks')}
        roots={['webhooks']}
        pick={({ webhooks }) => webhooks}
        skeleton={<ListSkeleton />}
      >
        {({ content, totalElements }) =>
          content.length === 0 ? (
            <EmptyList total={totalElements} toFirst={() => filter({ page: undefined })}>
              <Empty>
                <p>{t('No webhooks yet. A webhook sends incidents to an address of yours.')}</p>
              </Empty>
            </EmptyList>
          ) : (
            <>
              <Table
                label={tn(totalElements, 'Webhooks, {n} row', 'Webhooks, {n} rows')}
                columns={columnsOf((id) => open({ row: String(id) }))}
                rows={content}
                idOf={({ id }) => String(id)}
                selectedId={search.row}
              />
              <Pager total={totalElements} page={page} size={SIZE} onPage={(next) => filter({ page: next })} />
            </>
          )
        }
      </Loaded>
      {search.add !== undefined && <CreateWebhook close={() => open({ add: undefined })} onSecret={showSecret} />}
      {shown && (
        <WebhookDrawer webhook={shown} close={() => open({ row: undefined })} onSecret={setSecret}>
          <WebhookState webhook={shown} />
        </WebhookDrawer>
      )}
      {secret !== null && <Secret secret={secret} close={() => setSecret(null)} />}
    </>
  )
}
