{{- define "daybook.labels" -}}
app.kubernetes.io/name: daybook
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "daybook.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  {{- with .Values.existingSecret }}
  - secretRef: { name: {{ . }} }
  {{- end }}
{{- if .Values.secretFiles.name }}
env:
  {{- range .Values.secretFiles.keys }}
  - { name: {{ . }}_FILE, value: /run/secrets/daybook/{{ . }} }
  {{- end }}
{{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
  {{- if .Values.secretFiles.name }}
  - { name: secrets, mountPath: /run/secrets/daybook, readOnly: true }
  {{- end }}
{{- end }}

{{- define "daybook.pod" -}}
automountServiceAccountToken: false
# Longer than a process drains and stops together. There is no preStop, because a process that drains takes
# requests while Kubernetes takes its address away.
terminationGracePeriodSeconds: {{ add (int (.Values.settings.DRAIN_SECONDS | default 0)) (int (.Values.settings.STOP_SECONDS | default 10)) 10 }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - { name: data, emptyDir: {} }
  - { name: tmp, emptyDir: {} }
  {{- with .Values.secretFiles.name }}
  - { name: secrets, secret: { secretName: {{ . }}, defaultMode: 0440 } }
  {{- end }}
{{- end }}

{{/*
Annotations that differ when a setting or a secret has changed, so that an upgrade of the release replaces the
pods. Of a secret only its version counts, which tells nothing of what it holds.
*/}}
{{- define "daybook.changes" -}}
checksum/settings: {{ include (print .Template.BasePath "/settings.yaml") . | sha256sum }}
{{- range $name := compact (list .Values.existingSecret .Values.secretFiles.name) }}
daybook/secret-{{ $name }}: {{ dig "metadata" "resourceVersion" "none" (lookup "v1" "Secret" $.Release.Namespace $name) | quote }}
{{- end }}
{{- end }}
