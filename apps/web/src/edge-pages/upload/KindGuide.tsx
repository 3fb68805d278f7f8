import { DownloadOutlined } from '@ant-design/icons'
import { ContentType } from '@tessera/contract'
import { samplePath } from '@tessera/contract/wire'
import { Button, Tabs } from 'antd'
import { useKindText } from '../../kinds/use-kind-text.ts'
import { webKindOf } from '../../kinds/web-kinds.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { ownEdgeUrl } from '../../lib/own-edge.ts'
import { uploadPhrases } from './phrases.ts'
import styles from './upload.module.css'

/** Describes the kinds of data, one at a time: the contents of the .zip, and a sample. */
export function KindGuide() {
  const t = usePhrases(uploadPhrases)
  const textOf = useKindText()
  return (
    <section aria-label={t('guide.title')}>
      <p style={{ fontWeight: 600 }}>{t('guide.title')}</p>
      <Tabs
        size="small"
        items={ContentType.options.map((kind) => ({
          key: kind,
          icon: webKindOf(kind).icon,
          label: textOf(kind, 'name'),
          children: <Layout kind={kind} />,
        }))}
      />
    </section>
  )
}

function Layout({ kind }: { kind: ContentType }) {
  const t = usePhrases(uploadPhrases)
  const textOf = useKindText()
  return (
    <div className="t-stack t-stack-tight">
      <p>{textOf(kind, 'guide')}</p>
      <pre className={styles.layout}>{textOf(kind, 'guide.layout')}</pre>
      <p className="t-soft">{textOf(kind, 'guide.also')}</p>
      <div>
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden="true" />}
          href={`${ownEdgeUrl()}${samplePath(kind)}`}
          download={`sample-${kind}.zip`}
        >
          {t('guide.sample')}
        </Button>
      </div>
    </div>
  )
}
