import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { DeleteMaintenanceWindowDocument, MaintenanceWindowsDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Chips, End, FilterBar, Total } from '../../ui/list/filter-bar.tsx'
import { EmptyList, Pager, Table } from '../../ui/list/table.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Empty, Loaded } from '../../ui/widget.tsx'
import { type SearchChange, usePageSearch } from '../../use-page-search.ts'
import { AvailabilityTabs } from '../availability/tabs.tsx'
import { columnsOf, type MaintenanceWindow } from './columns.tsx'
import { CreateWindow } from './create.tsx'
import styles from './maintenance.module.css'
import type { MaintenanceSearch } from './search.ts'

const SIZE = 100

const CHANGE: SearchChange<MaintenanceSearch> = {
  expand: (part) => part,
  isStep: ({ create, page }) => create !== undefined || page !== undefined,
}

const EndDialog = ({ of, close }: { readonly of: MaintenanceWindow; readonly close: () => void }) => {
  const end = useAction(DeleteMaintenanceWindowDocument)
  return (
    <Dialog title={t('End this maintenance window?')} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          end.mutate(
            { id: of.id },
            {
              onSuccess: () => {
                sayDone(t('The maintenance window is ended.'))
                close()
              },
            },
          )
        }}
      >
        <p>{of.reason}</p>
        <p className={styles.hint}>
          {t('It does not recur any more, and what it suppresses opens. What has passed stays.')}
        </p>
        <FormFault error={end.error} />
        <DialogActions action={t('End it')} disabled={end.isPending} close={close} />
      </form>
    </Dialog>
  )
}

type ListProps = {
  readonly rows: readonly MaintenanceWindow[]
  readonly total: number
  readonly page: number
  readonly isOver: boolean
  readonly change: (change: Partial<MaintenanceSearch>) => void
}

const List = ({ rows, total, page, isOver, change }: ListProps) => {
  const mayEnd = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const [ending, setEnding] = useState<MaintenanceWindow | null>(null)
  const now = useNow()
  // The dialog stays while the list becomes empty, as the window that it ends may be the last one.
  return (
    <>
      {rows.length === 0 ? (
        <EmptyList total={total} toFirst={() => change({ page: undefined })}>
          <Empty>{isOver ? t('No maintenance window is over yet.') : t('No ATM is in maintenance, or will be.')}</Empty>
        </EmptyList>
      ) : (
        <>
          <Table
            label={t('List of maintenance windows')}
            columns={columnsOf(mayEnd && !isOver ? setEnding : undefined, now)}
            rows={rows}
            idOf={({ id }) => String(id)}
          />
          <Pager total={total} page={page} size={SIZE} onPage={(to) => change({ page: to === 1 ? undefined : to })} />
        </>
      )}
      {ending !== null && <EndDialog of={ending} close={() => setEnding(null)} />}
    </>
  )
}

/** The times in which ATMs are worked on. */
export const MaintenancePage = () => {
  const { search, change } = usePageSearch(PATHS.maintenance, CHANGE)
  const mayCreate = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const isOver = search.shown === 'OVER'
  const page = search.page ?? 1
  const query = useDocument(
    MaintenanceWindowsDocument,
    { page: page - 1, size: SIZE, over: isOver },
    { everyMs: 30_000 },
  )
  return (
    <section className="page" aria-label={t('Maintenance windows')}>
      <AvailabilityTabs />
      <FilterBar>
        <Chips
          label={t('Shown')}
          options={[{ value: 'OVER', label: t('Over') }]}
          chosen={isOver ? ['OVER'] : []}
          onToggle={() => change({ shown: isOver ? undefined : 'OVER', page: undefined })}
        />
        <End>
          <Total
            of={query.data?.data.maintenanceWindows?.totalElements}
            text={(n) => tn(n, '{n} window', '{n} windows')}
          />
          {mayCreate && (
            <button type="button" className="button" data-kind="main" onClick={() => change({ create: true })}>
              <IconPlus size={16} stroke={2} aria-hidden />
              {t('New window')}
            </button>
          )}
        </End>
      </FilterBar>
      <Loaded
        query={query}
        what={t('Maintenance windows')}
        roots={['maintenanceWindows']}
        pick={({ maintenanceWindows }) => maintenanceWindows}
        skeleton={<ListSkeleton rows={8} />}
      >
        {({ content, totalElements }) => (
          <List rows={content} total={totalElements} page={page} isOver={isOver} change={change} />
        )}
      </Loaded>
      {search.create && mayCreate && <CreateWindow close={() => change({ create: undefined })} />}
    </section>
  )
}
