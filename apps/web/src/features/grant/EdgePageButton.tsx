import { ExportOutlined } from '@ant-design/icons'
import { Button, type ButtonProps } from 'antd'
import { usePhrases } from '../../lib/i18n.ts'
import { useMutation } from '../../lib/mutation.ts'
import { ErrorNote } from '../../ui/index.ts'
import { openEdgePage } from './edge-page.ts'
import { grantPhrases } from './phrases.ts'

type Props = ButtonProps & {
  page: Parameters<typeof openEdgePage>[0]
  text: string
  onOpened?: () => void
}

/** A button that opens a page of the party's own edge in a new window. */
export function EdgePageButton({ page, text, onOpened, ...button }: Props) {
  const t = usePhrases(grantPhrases)
  const open = useMutation({ mutationFn: () => openEdgePage(page), onSuccess: onOpened })
  return (
    <>
      <Button
        icon={<ExportOutlined aria-hidden="true" />}
        {...button}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {text}
      </Button>
      {open.data && (
        <a href={open.data} target="_blank" rel="noopener noreferrer" onClick={() => open.reset()}>
          {t('sign.blocked')}
        </a>
      )}
      <ErrorNote error={open.error} />
    </>
  )
}
