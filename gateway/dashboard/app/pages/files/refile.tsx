import { IconCalendarShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useDocument } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { FileDocument, type FileQuery, RefileFileDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { date } from '../../ui/format.ts'
import { sayDone } from '../../ui/toast/toast.tsx'

type Days = NonNullable<FileQuery['journalFile']>['daysFound']
type RefileProps = {
  readonly file: { readonly id: number; readonly agentAtmId: string; readonly journalDate: string }
}

/** The day that most of a file is of; empty for a file without days. */
const mainDayOf = (days: Days): string =>
  days.toSorted((a, b) => b.lines - a.lines || b.transactions - a.transactions)[0]?.date ?? ''

const RefileDialog = ({
  file: { id, agentAtmId, journalDate },
  close,
}: RefileProps & { readonly close: () => void }) => {
  const [chosen, setChosen] = useState<string>()
  const query = useDocument(FileDocument, { id }, { everyMs: 0 })
  const refile = useAction(RefileFileDocument)
  const days = query.data?.data.journalFile?.daysFound ?? []
  const day = chosen ?? mainDayOf(days)
  return (
    <Confirm
      title={t('File journal {id} under another day?', { id })}
      action={t('File it')}
      busy={refile.isPending || day === ''}
      close={close}
      onConfirm={() =>
        refile.mutate(
          { id, journalDate: day },
          {
            onSuccess: () => {
              close()
              sayDone(t('File {id} is the journal of {date} now, and waits to be read.', { id, date: date(day) }))
            },
          },
        )
      }
    >
      <p>
        {t('{atm} sent this journal for {date}, and nothing in it is of that day.', {
          atm: agentAtmId,
          date: date(journalDate),
        })}
      </p>
      <Field label={t('Its day')} error={refile.error} name="journalDate">
        {(input) => (
          <select {...input} value={day} onChange={({ target }) => setChosen(target.value)}>
            {days.map((found) => (
              <option key={found.date} value={found.date}>
                {[date(found.date), tn(found.transactions, '{n} transaction', '{n} transactions')].join(t(', '))}
              </option>
            ))}
          </select>
        )}
      </Field>
      <FormFault error={refile.error ?? query.error} fields={['journalDate']} />
    </Confirm>
  )
}

/** Files a journal under its own day, for those who may. A refusal is shown beside the days. */
export const Refile = ({ file }: RefileProps) => {
  const mayRefile = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const [open, setOpen] = useState(false)
  if (!mayRefile) return null
  return (
    <>
      <button type="button" className="button" data-size="small" onClick={() => setOpen(true)}>
        <IconCalendarShare size={14} stroke={2} aria-hidden />
        {t('File under its day')}
      </button>
      {open && <RefileDialog file={file} close={() => setOpen(false)} />}
    </>
  )
}
