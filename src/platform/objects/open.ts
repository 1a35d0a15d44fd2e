/**
 * The storage that the settings name: a bucket, or else a folder, whose links lead back to this service. This
 * is the only place that tells the kinds of storage apart.
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

/** No storage of one's own: objects lie in the folder of the home. Each setting that names one must be here. */
export const HOME_STORAGE: {
  readonly [Name in keyof ObjectsSettings as null extends ObjectsSettings[Name] ? Name : never]: null;
} = {
  objectsFolder: null,
  s3Endpoint: null,
  s3Bucket: null,
  s3AccessKeyId: null,
  s3SecretAccessKey: null,
};

/** The storage that settings name, before it is opened. */
export interface Storage {
  /** Names it in a sentence: `the bucket files`, or the path of a folder. */
  readonly where: string;
  /** The folder that must be there, or that the first start makes; null if a server stores the objects. */
  readonly folder: string | null;
  /** What an operator does if no object can be stored. */
  readonly advice: string;
  /** Opens nothing yet. `origin` is what links begin with if this service answers them. */
  readonly open: (origin: () => string) => Objects;
}

export function storageOf(settings: ObjectsSettings): Storage {
  const {
    s3Endpoint: endpoint,
    s3Bucket: bucket,
    s3Region: region,
    s3AccessKeyId: accessKeyId,
    s3SecretAccessKey: secretAccessKey,
    s3PathStyle: pathStyle,
  } = settings;
  if (endpoint !== null && bucket !== null && accessKeyId !== null && secretAccessKey !== null) {
    // Another server would not accept times of a shifted clock.
    const { now } = systemClock(null);
    return {
      where: `the bucket ${bucket}`,
      folder: null,
      advice:
        "Start that server, or correct the S3_ variables; the key must be allowed to list the bucket and to put, get and delete its objects.",
      open: () => s3Objects({ endpoint, bucket, region, accessKeyId, secretAccessKey, pathStyle, now }),
    };
  }
  const folder = settings.objectsFolder ?? join(settings.home, "objects");
  return {
    where: folder,
    folder,
    advice: "Repair the folder, or set OBJECTS_FOLDER to another one and move the files there.",
    open: (origin) => folderObjects({ folder, origin }),
  };
}
