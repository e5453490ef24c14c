import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useInstitutions } from '../../api/institutions.ts'
import { t } from '../../language/texts.ts'
import type { Scope } from '../../scope.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SECONDS, type Turn, USUAL_SECONDS } from '../../wall.ts'
import styles from './wall.module.css'

const turnOf = (value: string): Turn | undefined => (value === 'pages' || value === 'institutions' ? value : undefined)

/** How a screen on the wall is to show the platform; its address can be kept as it is then. */
export const WallSheet = ({ close }: { readonly close: () => void }) => {
  const navigate = useNavigate()
  const { data } = useInstitutions()
  const [turn, setTurn] = useState<Turn | undefined>(undefined)
  const [every, setEvery] = useState(String(USUAL_SECONDS))
  const [sound, setSound] = useState(false)
  const start = () => {
    const wall = { wall: 1 as const, turn, every: turn === undefined ? undefined : Number(every) }
    void navigate({
      to: '.',
      search: (search: Scope) => ({ ...search, ...wall, sound: sound ? (1 as const) : undefined }),
      replace: true,
    })
    close()
  }
  return (
    <Dialog title={t('Wall mode')} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <p className={styles.lead}>
          {t('For a screen on a wall. Leave it with W, or touch the screen and then the button that appears.')}
        </p>
        <Field label={t('Show one after the other')}>
          {(input) => (
            <select {...input} value={turn ?? ''} onChange={({ target }) => setTurn(turnOf(target.value))}>
              <option value="">{t('Only this page')}</option>
              <option value="pages">{t('Fleet, incidents, journals, insights')}</option>
              {(data?.data.institutions?.length ?? 0) > 1 && (
                <option value="institutions">{t('This page of each institution')}</option>
              )}
            </select>
          )}
        </Field>
        {turn !== undefined && (
          <Field
            label={t('Seconds for each')}
            hint={t('{least} to {most}', { least: SECONDS.least, most: SECONDS.most })}
          >
            {(input) => (
              <input
                {...input}
                type="number"
                required
                min={SECONDS.least}
                max={SECONDS.most}
                value={every}
                onChange={({ target }) => setEvery(target.value)}
              />
            )}
          </Field>
        )}
        <label className={styles.check}>
          <input type="checkbox" checked={sound} onChange={({ target }) => setSound(target.checked)} />
          {t('Sound for a new critical incident')}
        </label>
        <DialogActions action={t('Start')} disabled={false} close={close} />
      </form>
    </Dialog>
  )
}
