import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../../api/client.ts'
import { useRole } from '../../api/session.ts'
import { type JournalFileStatus, ReparseFileDocument } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { FormFault } from '../../ui/field.tsx'
import { date } from '../../ui/format.ts'
import { sayDone } from '../../ui/toast/toast.tsx'

type ReparseProps = {
  readonly file: {
    readonly id: number
    readonly agentAtmId: string
    readonly journalDate: string
    readonly status: JournalFileStatus
  }
}

/** Has a file parsed again, for those who may. A refusal is shown beside the button. */
export const Reparse = ({ file: { id, agentAtmId, journalDate, status } }: ReparseProps) => {
  const mayReparse = useRole('ADMIN', 'BCOS_ADMIN', 'MSP_ADMIN')
  const [open, setOpen] = useState(false)
  const reparse = useAction(ReparseFileDocument)
  if (!mayReparse) return null
  const close = () => {
    setOpen(false)
    reparse.reset()
  }
  return (
    <>
      <button
        type="button"
        className="button"
        data-size="small"
        disabled={status === 'RECEIVED'}
        title={status === 'RECEIVED' ? t('It waits to be read already.') : undefined}
        onClick={() => setOpen(true)}
      >
        <IconRefresh size={14} stroke={2} aria-hidden />
        {t('Read again')}
      </button>
      {open && (
        <Confirm
          title={t('Read file {id} again?', { id })}
          action={t('Read again')}
          busy={reparse.isPending}
          close={close}
          onConfirm={() =>
            reparse.mutate(
              { id },
              {
                onSuccess: () => {
                  close()
                  sayDone(t('File {id} waits to be read again.', { id }))
                },
              },
            )
          }
        >
          <p>
            {t('The journal of {atm} of {date} is read once more.', { atm: agentAtmId, date: date(journalDate) })}{' '}
            {t('What it brought stays until then, and its transactions keep their ids.')}
          </p>
          <FormFault error={reparse.error} />
        </Confirm>
      )}
    </>
  )
}
