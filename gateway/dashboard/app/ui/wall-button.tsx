import type { ButtonHTMLAttributes } from 'react'
import { useIsWall } from '../scope.ts'

type WallButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  /** For styles. */
  readonly [data: `data-${string}`]: string | boolean | undefined
}

/** A button whose words or figures say something by themselves: on a wall, which nobody touches, it is only those. */
export const WallButton = (props: WallButtonProps) => {
  const isWall = useIsWall()
  if (!isWall) return <button type="button" {...props} />
  const { className, style, children } = props
  const data = Object.fromEntries(Object.entries(props).filter(([name]) => name.startsWith('data-')))
  return (
    <span className={className} style={style} {...data}>
      {children}
    </span>
  )
}
