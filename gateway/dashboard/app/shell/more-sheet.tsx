import { IconInfoCircle, IconKeyboard, IconUser } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAuth } from '../api/session.ts'
import { t } from '../language/texts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { pagesOf } from './nav.ts'
import styles from './sheet.module.css'
import type { Sheet } from './sheet.ts'

const SHEETS = [
  { sheet: 'account', label: t('Account'), icon: IconUser },
  { sheet: 'help', label: t('Keyboard and help'), icon: IconKeyboard },
  { sheet: 'about', label: t('About, for developers'), icon: IconInfoCircle },
] as const

/** The pages that a phone's foot has no room for. */
export const MoreSheet = ({ close, show }: { readonly close: () => void; readonly show: (sheet: Sheet) => void }) => {
  const { session } = useAuth()
  return (
    <Dialog title={t('More')} close={close} side="bottom">
      {pagesOf(session?.role)
        .slice(4)
        .map((page) => (
          <Link key={page.to} to={page.to} className={styles.row} onClick={close}>
            <page.icon size={20} stroke={1.75} aria-hidden />
            {page.label}
          </Link>
        ))}
      {SHEETS.map(({ sheet, label, icon: Icon }) => (
        <button key={sheet} type="button" className={styles.row} onClick={() => show(sheet)}>
          <Icon size={20} stroke={1.75} aria-hidden />
          {label}
        </button>
      ))}
    </Dialog>
  )
}
