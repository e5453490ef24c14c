import { type Asked, answer, openServices } from './process.ts'

/** A process of its own that answers what its parent asks; the parent may kill it at any moment. */
const urls = JSON.parse(process.env.SHIFT_DATABASE ?? '')
const platform = await openServices({ urls, drop: async () => {} }, process.env.SHIFT_NOW ?? '')

process.on('message', async ({ id, asked }: { readonly id: number; readonly asked: Asked }) => {
  const answered = await answer(platform, asked).catch((error: unknown) => ({ status: 0, body: String(error) }))
  process.send?.({ id, answered })
})
process.on('disconnect', () => process.exit())
process.send?.({ id: 0, answered: { status: 200, body: null } })
