import styles from './widget.module.css'

type SkeletonBlockProps = { readonly width?: number | string; readonly height?: number; readonly radius?: number }

/** A grey box where something will appear. */
export const SkeletonBlock = ({ width = '100%', height = 12, radius = 4 }: SkeletonBlockProps) => (
  <span className={styles.skeletonBlock} style={{ width, height, borderRadius: radius }} />
)

/** Grey lines where rows will appear. */
export const SkeletonRows = ({
  rows,
  height = 20,
  gap = 20,
}: {
  readonly rows: number
  readonly height?: number
  readonly gap?: number
}) => (
  <div style={{ display: 'grid', gap }}>
    {Array.from({ length: rows }, (_, row) => `${92 - ((row * 17) % 34)}%`).map((width, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are nothing but their places
      <SkeletonBlock key={row} height={height} width={width} />
    ))}
  </div>
)

/** Grey lines where the rows of a list will appear, below its filters. */
export const ListSkeleton = ({ rows }: { readonly rows: number }) => (
  <div className={styles.listSkeleton}>
    <SkeletonRows rows={rows} height={22} gap={18} />
  </div>
)
