import { DownloadOutlined } from '@ant-design/icons'
import { ContentType } from '@tessera/contract'
import { samplePath } from '@tessera/contract/wire'
import { Button, Tabs } from 'antd'
import { kindIcon } from '../../kinds/kind-icon.tsx'
import { useKindName } from '../../kinds/use-kind-name.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useDownload } from '../../lib/use-download.ts'
import { ErrorNote } from '../../ui/index.ts'
import styles from './dataset.module.css'
import { phrases } from './phrases.ts'

/** The five kinds of data, one at a time: what goes into the .zip, and a sample of it. */
export function KindGuide() {
  const t = usePhrases(phrases)
  const nameOf = useKindName()
  return (
    <section aria-label={t('guide.title')}>
      <p style={{ fontWeight: 600 }}>{t('guide.title')}</p>
      <Tabs
        size="small"
        items={ContentType.options.map((kind) => ({
          key: kind,
          icon: kindIcon(kind),
          label: nameOf(kind),
          children: <Layout kind={kind} />,
        }))}
      />
    </section>
  )
}

function Layout({ kind }: { kind: ContentType }) {
  const t = usePhrases(phrases)
  const sample = useDownload({
    path: samplePath(kind),
    at: 'edge',
    name: `sample-${kind}`,
    extension: 'zip',
    page: paths.myData(),
  })
  return (
    <div className="t-stack t-stack-tight">
      <p>{t(`guide.${kind}`)}</p>
      <pre className={styles.layout}>{t(`guide.${kind}.layout`)}</pre>
      <p className="t-soft">{t(`guide.${kind}.also`)}</p>
      <div>
        <Button
          size="small"
          icon={<DownloadOutlined aria-hidden="true" />}
          loading={sample.isPending}
          onClick={() => sample.mutate()}
        >
          {t('guide.sample')}
        </Button>
      </div>
      <ErrorNote error={sample.error} />
    </div>
  )
}
