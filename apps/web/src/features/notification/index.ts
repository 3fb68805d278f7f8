export { AnnounceButton } from './AnnounceButton.tsx'
export { AnnounceDialog } from './AnnounceDialog.tsx'
export { NoticesPanel } from './NoticesPanel.tsx'
export { NotificationBell } from './NotificationBell.tsx'
