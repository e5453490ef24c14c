import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { personName } from '../../api/people.ts'
import { HandOverDocument } from '../../gql/graphql.gen.ts'
import { t, tn } from '../../language/texts.ts'
import { Field, FormFault } from '../../ui/field.tsx'
import { LongText, lengthOf } from '../../ui/text/long-text.tsx'
import { sayDone } from '../../ui/toast/toast.tsx'
import { MAX_TEXT, OwnerDialog } from '../incidents/work-dialogs.tsx'

/** Gives the caller's open incidents to a named person, with a note. */
export const HandOver = ({ mine, close }: { readonly mine: number; readonly close: () => void }) => {
  const [note, setNote] = useState('')
  const handOver = useAction(HandOverDocument)
  const send = (userId: string) =>
    handOver.mutate(
      { handover: { userId, note: note.trim() === '' ? null : note.trim() } },
      {
        onSuccess: ({ handOverIncidents: done }) => {
          close()
          if (done === null) return
          const moved = tn(
            done.incidents,
            '{n} incident handed over to {person}.',
            '{n} incidents handed over to {person}.',
            {
              person: personName(done.toUserId, done.toUser),
            },
          )
          const left = tn(
            done.left,
            '{n} incident stayed: they do not see the institution.',
            '{n} incidents stayed: they do not see the institution.',
          )
          sayDone(done.left === 0 ? moved : `${moved} ${left}`)
        },
      },
    )
  return (
    <OwnerDialog
      title={t('Hand over your queue')}
      owner={null}
      verb={t('Hand over')}
      busy={handOver.isPending || lengthOf(note) > MAX_TEXT}
      close={close}
      onChoose={send}
      after={
        <>
          <Field label={t('Note')} name="note" hint={t('It is kept with each incident. Card numbers are masked.')}>
            {(input) => <LongText {...input} rows={3} value={note} onChange={setNote} most={MAX_TEXT} />}
          </Field>
          <FormFault error={handOver.error} fields={[]} />
        </>
      }
    >
      <p>
        {tn(
          mine,
          'Your open incident gets another owner at once, which its entries record.',
          'Your {n} open incidents get another owner at once, which their entries record.',
        )}
      </p>
    </OwnerDialog>
  )
}
