import { IconCalendarShare } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { type FilesQuery, RefileFileDocument } from '../../gql/graphql.gen.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { date, plural } from '../../ui/format.ts'
import { sayDone } from '../../ui/toast.tsx'

type File = NonNullable<FilesQuery['journalFiles']>['content'][number]
type RefileProps = { readonly file: Pick<File, 'id' | 'agentAtmId' | 'journalDate' | 'daysFound'> }

/** The day that most of a file is of. */
const mainDayOf = (days: File['daysFound']): string =>
  days.reduce((best, day) =>
    day.lines > best.lines || (day.lines === best.lines && day.transactions > best.transactions) ? day : best,
  ).date

/** Files a journal under its own day, for those who may. A refusal is shown beside the days. */
export const Refile = ({ file: { id, agentAtmId, journalDate, daysFound } }: RefileProps) => {
  const mayRefile = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const refile = useAction(RefileFileDocument)
  if (!mayRefile || daysFound.length === 0) return null
  const day = chosen ?? mainDayOf(daysFound)
  const close = () => {
    setOpen(false)
    refile.reset()
  }
  return (
    <>
      <button type="button" className="button" data-size="small" onClick={() => setOpen(true)}>
        <IconCalendarShare size={14} stroke={2} aria-hidden />
        File under its day
      </button>
      {open && (
        <Confirm
          title={`File journal ${id} under another day?`}
          action="File it"
          busy={refile.isPending}
          close={close}
          onConfirm={() =>
            refile.mutate(
              { id, journalDate: day },
              {
                onSuccess: () => {
                  close()
                  sayDone(`File ${id} is the journal of ${date(day)} now, and waits to be read.`)
                },
              },
            )
          }
        >
          <p>
            {agentAtmId} sent this journal for {date(journalDate)}, and nothing in it is of that day.
          </p>
          <Field label="Its day" error={refile.error} name="journalDate">
            {(input) => (
              <select {...input} value={day} onChange={({ target }) => setChosen(target.value)}>
                {daysFound.map((found) => (
                  <option key={found.date} value={found.date}>
                    {date(found.date)}, {plural(found.transactions, 'transaction')}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <FormFault error={refile.error} fields={['journalDate']} />
        </Confirm>
      )}
    </>
  )
}
