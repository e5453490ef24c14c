import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { personName } from '../../api/people.ts'
import { HandOverDocument } from '../../gql/graphql.gen.ts'
import { Field, FormFault } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
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
          const left =
            done.left === 0 ? '' : ` ${plural(done.left, 'incident')} stayed: they do not see the institution.`
          sayDone(
            `${plural(done.incidents, 'incident')} handed over to ${personName(done.toUserId, done.toUser)}.${left}`,
          )
        },
      },
    )
  return (
    <OwnerDialog
      title="Hand over your queue"
      owner={null}
      verb="Hand over"
      busy={handOver.isPending || lengthOf(note) > MAX_TEXT}
      close={close}
      onChoose={send}
      after={
        <>
          <Field label="Note" name="note" hint="It is kept with each incident. Card numbers are masked.">
            {(input) => <LongText {...input} rows={3} value={note} onChange={setNote} most={MAX_TEXT} />}
          </Field>
          <FormFault error={handOver.error} fields={[]} />
        </>
      }
    >
      <p>
        {mine === 1 ? 'Your open incident gets' : `Your ${plural(mine, 'open incident')} get`} another owner at once,
        and each of them says so.
      </p>
    </OwnerDialog>
  )
}
