import { Empty } from '../../ui/widget.tsx'

export const TasksPage = () => (
  <div className="page">
    <Empty>Nothing here yet.</Empty>
  </div>
)
