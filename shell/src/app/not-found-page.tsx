import { Button } from '@mainstay/ui/base';
import { useNavigate } from '@mainstay/ui/router';
import { links } from '@mainstay/remote-contract';
import styles from './not-found-page.module.css';

/** Specification, section 2: any other path. */
export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <div className={styles['page']}>
      <title>Page Not Found · Mainstay</title>
      <p className={styles['number']} aria-hidden="true">
        404
      </p>
      <h1>Page Not Found</h1>
      <p>The page you're looking for doesn't exist or has been moved.</p>
      <Button type="primary" size="large" onClick={() => void navigate(links.dashboard)}>
        Go Home
      </Button>
    </div>
  );
}
