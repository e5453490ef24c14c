import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { AddEventTypeDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { words } from '../../ui/format.ts'
import { sayDone } from '../../ui/toast/toast.tsx'
import styles from './parts/admin.module.css'

/** Makes a type of events known. */
export const AddType = ({ initial, close }: { readonly initial: string; readonly close: () => void }) => {
  const [eventType, setEventType] = useState(initial)
  const add = useAction(AddEventTypeDocument)
  return (
    <Dialog title={t('Make an event type known')} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (add.isPending) return
          add.mutate(
            { eventType: eventType.trim() },
            {
              onSuccess: ({ addEventType: added }) => {
                if (added !== null)
                  sayDone(
                    t('{type} is known now, of category {category}.', {
                      type: added.eventType,
                      category: words(added.category),
                    }),
                  )
                close()
              },
            },
          )
        }}
      >
        <Field
          label={t('Type')}
          name="eventType"
          error={add.error}
          hint={t('Capitals, digits and underscores, such as SKIMMER_DETECTED.')}
        >
          {(input) => (
            <input
              {...input}
              type="text"
              autoComplete="off"
              spellCheck={false}
              value={eventType}
              onChange={({ target }) => setEventType(target.value)}
            />
          )}
        </Field>
        <FormFault error={add.error} fields={['eventType']} />
        <p className={styles.quiet}>
          {t('Events of it are stored from now on; its exceptions are replayed by hand. A type stays known.')}
        </p>
        <DialogActions action={t('Make it known')} disabled={add.isPending || eventType.trim() === ''} close={close} />
      </form>
    </Dialog>
  )
}
