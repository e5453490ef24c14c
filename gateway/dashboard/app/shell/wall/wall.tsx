import { IconMinimize } from '@tabler/icons-react'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useDocument } from '../../api/client.ts'
import { TOO_OLD_MS, useFreshness } from '../../api/freshness.ts'
import { useInstitutions } from '../../api/institutions.ts'
import { UrgentIncidentsDocument } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { ofInstitution, type Scope, useInstitution } from '../../scope.ts'
import { duration } from '../../ui/format.ts'
import { useNow } from '../../ui/use-now.ts'
import { nextInstitution, nextPage, USUAL_SECONDS } from '../../wall.ts'
import { isNews, MOST } from './news.rules.ts'
import styles from './wall.module.css'

const HINT_MS = 4_000

/** Goes on to the next page or institution. */
const useTurn = (): void => {
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { turn, every = USUAL_SECONDS, institution } = useSearch({ from: '__root__' })
  const { data } = useInstitutions()
  useEffect(() => {
    if (turn === undefined) return
    const timer = setTimeout(() => {
      const keys = (data?.data.institutions ?? []).map(({ key }) => key)
      if (turn === 'pages') void navigate({ to: nextPage(path), replace: true })
      else
        void navigate({
          to: '.',
          search: (search: Scope) => ofInstitution(search, nextInstitution(keys, institution)),
          replace: true,
        })
    }, every * 1_000)
    return () => clearTimeout(timer)
  }, [turn, every, path, institution, data, navigate])
}

/** Two short tones. A browser gives none before somebody touched the page. */
const play = (audio: AudioContext): void => {
  for (const [from, hertz] of [
    [0, 880],
    [0.22, 660],
  ] as const) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = hertz
    volume.gain.value = 0.2
    tone.connect(volume).connect(audio.destination)
    tone.start(audio.currentTime + from)
    tone.stop(audio.currentTime + from + 0.18)
  }
}

/**
 * Calls `tell` when an institution that is shown has a critical incident that is not acknowledged, and that it did not
 * have when it was shown last.
 */
const useNews = (enabled: boolean, tell: () => void): void => {
  const institution = useInstitution() ?? ''
  const options = { everyMs: 30_000, topics: ['incidents'] as const, enabled }
  const { data, isPlaceholderData } = useDocument(UrgentIncidentsDocument, { size: MOST }, options)
  const urgent = isPlaceholderData ? undefined : data?.data.urgent?.content
  const looks = useRef(new Map<string, readonly number[]>())
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    if (urgent === undefined) return
    const ids = urgent.map(({ id }) => id)
    const before = looks.current.get(institution)
    looks.current.set(institution, ids)
    if (before !== undefined && isNews(before, ids)) latest.current()
  }, [urgent, institution])
}

/** Sounds when there is a new critical incident; true while the browser forbids it. */
const useSound = (): boolean => {
  const { sound } = useSearch({ from: '__root__' })
  const audio = useRef<AudioContext>(undefined)
  const [isForbidden, setForbidden] = useState(false)
  useEffect(() => {
    if (sound !== 1) return
    const context = new AudioContext()
    audio.current = context
    const look = () => setForbidden(context.state === 'suspended')
    const wake = () => void context.resume()
    look()
    context.addEventListener('statechange', look)
    addEventListener('keydown', wake)
    addEventListener('pointerdown', wake)
    return () => {
      removeEventListener('keydown', wake)
      removeEventListener('pointerdown', wake)
      context.removeEventListener('statechange', look)
      void context.close()
    }
  }, [sound])
  useNews(sound === 1, () => {
    if (audio.current !== undefined) play(audio.current)
  })
  return sound === 1 && isForbidden
}

/** Shows the button that leaves the wall while the pointer moves or the screen is touched. */
const useIsTouched = (): boolean => {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const touch = () => {
      setTouched(true)
      clearTimeout(timer)
      timer = setTimeout(() => setTouched(false), HINT_MS)
    }
    addEventListener('pointermove', touch)
    addEventListener('pointerdown', touch)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', touch)
      removeEventListener('pointerdown', touch)
    }
  }, [])
  return isTouched
}

const TooOld = () => {
  const { at, ageMs } = useFreshness()
  const now = useNow()
  const isOld = ageMs > TOO_OLD_MS
  useEffect(() => {
    document.documentElement.toggleAttribute('data-old', isOld)
    return () => document.documentElement.removeAttribute('data-old')
  }, [isOld])
  return isOld ? (
    <p className={styles.old} role="alert">
      {rich('These figures are {duration} old', { duration: duration(Math.max(now - at, ageMs)) })}
    </p>
  ) : null
}

/** What a screen on the wall has besides the page: it turns, sounds, and says when its figures are too old. */
export const Wall = ({ leave }: { readonly leave: () => void }) => {
  useTurn()
  const isSilent = useSound()
  const isTouched = useIsTouched()
  return (
    <>
      <TooOld />
      {isSilent && <p className={styles.note}>{t('Press a key to turn the sound on.')}</p>}
      {isTouched && (
        <button type="button" className={styles.leave} onClick={leave}>
          <IconMinimize size={18} stroke={1.75} aria-hidden />
          {t('Leave wall mode')} <kbd>W</kbd>
        </button>
      )}
    </>
  )
}
