import { Empty } from '../../ui/widget.tsx'

export const JournalsPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
