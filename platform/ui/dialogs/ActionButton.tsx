import { Button } from '../buttons/Button.tsx'
import type { MenuItem } from '../menu/Menu.tsx'

/** An action of a record as a button. */
export function ActionButton({ item, kind }: { item: MenuItem; kind?: 'primary' }) {
  const { label, icon, isBusy, run } = item
  return (
    <Button kind={kind} icon={icon} isBusy={isBusy} onClick={run}>
      {label}
    </Button>
  )
}
