/**
 * Opens the storage that the settings name: a bucket, or else a folder, whose links lead back to this
 * service.
 */
import { join } from "node:path";
import { systemClock } from "../time/clock.ts";
import { folderObjects } from "./folder.ts";
import type { Objects } from "./objects.ts";
import { s3Objects } from "./s3.ts";

export interface ObjectsSettings {
  readonly home: string;
  readonly objectsFolder: string | null;
  readonly s3Endpoint: string | null;
  readonly s3Bucket: string | null;
  readonly s3Region: string;
  readonly s3AccessKeyId: string | null;
  readonly s3SecretAccessKey: string | null;
  readonly s3PathStyle: boolean;
}

/** The folder that objects are kept in where no bucket is named. */
export function objectsFolderOf({ home, objectsFolder }: ObjectsSettings): string {
  return objectsFolder ?? join(home, "objects");
}

/** Opens nothing yet. `origin` is what the links of a folder begin with. */
export function openObjects(settings: ObjectsSettings, origin: () => string): Objects {
  const {
    s3Endpoint: endpoint,
    s3Bucket: bucket,
    s3Region: region,
    s3AccessKeyId: accessKeyId,
    s3SecretAccessKey: secretAccessKey,
    s3PathStyle: pathStyle,
  } = settings;
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null)
    return folderObjects({ folder: objectsFolderOf(settings), origin });
  // Another server would not accept times of a shifted clock.
  return s3Objects({
    endpoint,
    bucket,
    region,
    accessKeyId,
    secretAccessKey,
    pathStyle,
    now: systemClock(null).now,
  });
}
