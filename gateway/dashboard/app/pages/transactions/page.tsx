import { Empty } from '../../ui/widget.tsx'

export const TransactionsPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
