/**
 * Chooses the storage by the settings: an S3 bucket, or else a folder, whose links lead to this service. All
 * other code is the same for both kinds of storage.
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

/**
 * Settings without a configured storage: objects are then stored in a folder of the home folder. The type
 * makes sure that every optional setting is listed.
 */
export const HOME_STORAGE: {
  readonly [Name in keyof ObjectsSettings as null extends ObjectsSettings[Name] ? Name : never]: null;
} = {
  objectsFolder: null,
  s3Endpoint: null,
  s3Bucket: null,
  s3AccessKeyId: null,
  s3SecretAccessKey: null,
};

/** The configured storage, before it is opened. */
export interface Storage {
  /** The name of the storage in a sentence: `the bucket files`, or the path of a folder. */
  readonly where: string;
  /** The folder, which the first start creates; null if a server stores the objects. */
  readonly folder: string | null;
  /** The advice for an operator if no object can be stored. */
  readonly advice: string;
  /**
   * Returns the objects, without connecting or touching the folder yet. `origin` returns the beginning of
   * links that this service answers itself.
   */
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
    // The machine's clock, because the server refuses signatures with the time of a changed service clock.
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
